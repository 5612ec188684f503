// The options that lists of prices speak about.
import { bucketRatios } from '@waystation/contract/options/bucket-ratios'
import { modelRatio } from '@waystation/contract/options/pricing'

export const modelRatioKey = modelRatio.key
export const completionRatioKey = bucketRatios.get('output')?.key ?? ''

/** Places of a ratio that is worked out, as the built-in prices have them. */
export const MAX_RATIO_PLACES = 12
