import { type ModelTraits, traitsOf } from '@waystation/contract/models/traits'
import { storedStatus } from '~/session/status'

/** What a model is, as far as the operator states it or its name tells. Outside React. */
export const shownTraits = (model: string): ModelTraits => traitsOf(model, storedStatus()?.model_traits)

/** Who made a model; '' where nobody is known. Outside React. */
export const shownMaker = (model: string): string => shownTraits(model).maker
