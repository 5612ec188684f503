// The words that the refusals of Alibaba Cloud have in common.

/** The vendor's list of its error texts. */
export const errorPage = 'https://www.alibabacloud.com/help/en/model-studio/error-code (2026-06-23)'

/** A refusal of the service of the model. */
export function invalid(message: string): string {
  return `<400> InternalError.Algo.InvalidParameter: ${message}`
}
