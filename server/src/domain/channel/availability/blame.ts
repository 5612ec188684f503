// What a failure is about, and what each end of an attempt says of the things that it went through.

/**
 * What a failure is about. `channel`: whatever is sent there. `model`: this model there. `key`: this key, or its account. `key-model`: this
 * model with this key. `request`: the request itself, which the vendor refused. `none`: nothing is known, since the client left.
 */
export type Blame = 'channel' | 'model' | 'key' | 'key-model' | 'request' | 'none'

/** `left`: the end says nothing of it. `elsewhere`: neither does it, since something else failed. */
export type Outcome = 'succeeded' | 'failed' | 'left' | 'elsewhere'
export type Scope = 'channel' | 'model' | 'key' | 'key-model'

export const scopes: readonly Scope[] = ['channel', 'model', 'key', 'key-model']

const [succeeded, failed, left, elsewhere] = ['succeeded', 'failed', 'left', 'elsewhere'] as const
/** What an end says of each thing that the call went through: a vendor that answers, whatever it says, can be reached. */
export const outcomes: Readonly<Record<Blame | 'well', Readonly<Record<Scope, Outcome>>>> = {
  well: { channel: succeeded, model: succeeded, key: succeeded, 'key-model': succeeded },
  channel: { channel: failed, model: elsewhere, key: elsewhere, 'key-model': elsewhere },
  model: { channel: succeeded, model: failed, key: elsewhere, 'key-model': elsewhere },
  key: { channel: succeeded, model: elsewhere, key: failed, 'key-model': elsewhere },
  'key-model': { channel: succeeded, model: elsewhere, key: succeeded, 'key-model': failed },
  request: { channel: succeeded, model: left, key: left, 'key-model': left },
  none: { channel: left, model: left, key: left, 'key-model': left },
}
