// Tests a channel that is not saved yet.

import type { ChannelDraft } from '@waystation/contract/channels/channel'
import { addressToStore, isAccount, needsAccount, withTarget } from '@waystation/contract/channels/channel-address'
import { keyReading, splitKeys } from '@waystation/contract/channels/channel-key'
import { readChannelSetting } from '@waystation/contract/channels/channel-setting'
import { channelType } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import { isRoot } from '@waystation/contract/site/status-table'
import type { Prober } from '../ports.ts'
import type { Caller } from '../session/caller.ts'
import { assertChannel, assertKeys, assertOther, assertSameHost } from './channel-draft.ts'
import { withStoredPassword } from './channel-proxy.ts'
import type { ChannelWithKeyCount } from './channel-store.ts'
import type { ChannelTests, DraftOutcome, DraftTarget } from './channel-test.ts'
import type { KeyCabinet } from './keys/channel-keys.ts'

/** The fields of a draft that a request to its vendor needs. `id` names the stored channel whose key and proxy password are used. */
export type ReachableDraft = Pick<ChannelDraft, 'type' | 'base_url' | 'key' | 'other' | 'setting'> & { readonly id?: number | undefined }

export type TestableDraft = ReachableDraft & ChannelDraft & { readonly model?: string | undefined }

export interface DraftProbe {
  /**
   * Sends one small call.
   * @throws AppError channel_key_required without any key, channel_key_again when a stored key would go to another host than the stored
   * channel's and the caller may not see it, channel_proxy_password, not_found, or one for an invalid draft
   */
  test(caller: Caller, draft: TestableDraft, requestId: string): Promise<DraftOutcome>
  /** Fetches the list of models. Throws as `test`, except that the key may be missing. */
  fetchModels(caller: Caller, draft: ReachableDraft): Promise<string[]>
  /** Where its calls would go; empty where only the key says so, or the account is none. Nothing is sent. @throws AppError for an invalid draft, not_found */
  addressOf(draft: AddressDraft): Promise<string>
}

/** The fields of a draft that decide where its calls go. */
export type AddressDraft = Omit<ReachableDraft, 'key'> & Pick<ChannelDraft, 'other'> & { readonly model: string }

export interface DraftProbeParts {
  /** A stored channel, with the password of its proxy. @throws AppError not_found */
  readonly row: (id: number) => Promise<ChannelWithKeyCount>
  readonly keys: Pick<KeyCabinet, 'forTest'>
  readonly tests: Pick<ChannelTests, 'testDraft' | 'fetchModelsOf'>
  readonly prober: Pick<Prober, 'addressOf'>
}

export function draftProbe({ row, keys, tests, prober }: DraftProbeParts): DraftProbe {
  const reach = async (caller: Caller, draft: ReachableDraft) => {
    const { type, base_url, other } = withTarget(draft, draft.type)
    assertChannel({ type, base_url, setting: draft.setting }, undefined)
    const stored = draft.id ? await row(draft.id) : undefined
    const setting = withStoredPassword({ setting: draft.setting, sealedProxy: undefined }, stored?.setting).value
    const [given] = splitKeys(draft.key, keyReading(type))
    if (given === undefined && stored && !isRoot(caller.role)) assertSameHost(stored, { type, base_url, setting })
    const key = given ?? (stored ? (await keys.forTest(Number(stored.id), '')).secret : '')
    assertKeys(type, [key])
    return { id: 0, keyId: 0, type, baseUrl: addressToStore(base_url, type, stored), key, other, setting: readChannelSetting(setting) }
  }

  return {
    async test(caller, draft, requestId) {
      const reached = await reach(caller, draft)
      if (reached.key === '') throw new AppError('channel_key_required', {}, { fields: { key: 'channel_key_required' } })
      assertOther({ ...reached, base_url: reached.baseUrl }, [reached.key])
      const target: DraftTarget = {
        ...reached,
        name: draft.name,
        organization: draft.openai_organization,
        modelMapping: draft.model_mapping.value,
        statusCodeMapping: draft.status_code_mapping.value,
        paramOverride: draft.param_override.value,
        systemPrompt: draft.system_prompt,
        model: draft.model ?? '',
        testModel: draft.test_model,
        models: draft.models,
      }
      return tests.testDraft(caller, target, requestId)
    },
    async fetchModels(caller, draft) {
      return tests.fetchModelsOf({ ...nothing, ...(await reach(caller, draft)) })
    },
    async addressOf(draft) {
      const { id, type, base_url, other, setting, model } = withTarget(draft, draft.type)
      assertChannel({ type, base_url, setting }, undefined)
      const baseUrl = addressToStore(base_url, type, id ? await row(id) : undefined)
      if (needsAccount(channelType(type), baseUrl) && !isAccount(other)) return ''
      return prober.addressOf({ ...nothing, type, baseUrl, key: '', other, setting: readChannelSetting(setting.value), model })
    },
  }
}

const nothing = {
  id: 0,
  keyId: 0,
  name: '',
  organization: '',
  modelMapping: {},
  statusCodeMapping: {},
  paramOverride: {},
  systemPrompt: '',
}
