import { langchainClients } from './testing/drivers/langchain.ts'
import { runMatrix } from './testing/run-matrix.ts'

runMatrix(langchainClients)
