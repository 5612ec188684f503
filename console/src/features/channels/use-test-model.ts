import { splitList } from '@waystation/contract/codec'
import { defaultTestModel } from '@waystation/contract/default-model'
import { textsOf } from './channel-form.ts'
import { useUnpricedModels } from './UnpricedNote.tsx'

export interface TestableChannel {
  readonly type: number
  /** A comma list, and JSON text, as a channel has them. */
  readonly models: string
  readonly model_mapping: string
  readonly test_model: string
}

/** The model that the server would test a channel with: its test model, else the default of those it serves. Undefined when there is none. */
export function useTestModel({ type, models, model_mapping, test_model }: TestableChannel): string | undefined {
  const unpriced = useUnpricedModels(models, type, textsOf(model_mapping))
  return test_model.trim() || defaultTestModel(splitList(models, /[,，\n]/), { unpriced: unpriced?.models, channelType: type })
}
