// What pictures of other sizes cost against one of the usual size, by the names of models.

const usualSizes: Readonly<Record<string, string>> = { '256x256': '0.4', '512x512': '0.45', '1792x1024': '2', '1024x1792': '2' }
/**
 * Models whose vendor has other steps than the usual ones: DALL·E 2 costs 0.016, 0.018 and 0.02 dollars, and a picture of the others the same
 * in all sizes.
 */
const ownSizes: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/^dall-e-2/, { '256x256': '0.8', '512x512': '0.9' }],
  [/^(imagen-|glm-image|qwen-image|doubao-seedream-|image-01|grok-imagine-image$)/, {}],
  [/^flux-(pro|kontext|dev)/, {}],
  [/^flux-[23]-/, { '1792x1024': '2', '1024x1792': '2' }],
  [/^(black-forest-labs\/flux-|(google|ideogram-ai|recraft-ai|stability-ai|bytedance|qwen)\/)/, {}],
]

/** By size, such as `1024x1792`: the factor on the price of a picture of this model, as decimal text; 1 where it is not named. */
export function sizeFactors(model: string): Readonly<Record<string, string>> {
  return ownSizes.find(([pattern]) => pattern.test(model))?.[1] ?? usualSizes
}
