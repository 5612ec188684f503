import { aiClients } from './testing/drivers/ai.ts'
import { runMatrix } from './testing/run-matrix.ts'

runMatrix(aiClients)
