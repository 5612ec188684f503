// Virtual models: reading and writing them as a whole. Source: specification §6, server-behaviour 3.6.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { ModelMapping } from '../../models/model-mapping.ts'

export const getModelMapping = endpoint({
  method: 'GET',
  path: '/api/model_mapping/',
  summary: 'All virtual models, with the models behind each',
  access: 'admin',
  data: z.object({ mapping: ModelMapping }),
})

export const updateModelMapping = endpoint({
  method: 'PUT',
  path: '/api/model_mapping/',
  summary: 'Replace all virtual models; a new version of the prices, since these follow from them',
  access: 'admin',
  scope: 'prices',
  audit: 'model_mapping.update',
  /** Checked as the option ModelMapping, whose words say where it is wrong. */
  body: z.object({ mapping: z.record(z.string().max(190), z.unknown()) }),
  data: z.null(),
})

export const reloadModelMapping = endpoint({
  method: 'POST',
  path: '/api/model_mapping/reload',
  summary: 'Read the virtual models from the database again; answers how many there are',
  access: 'admin',
  scope: 'prices',
  audit: 'model_mapping.reload',
  data: z.number().int(),
})
