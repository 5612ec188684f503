import { anthropic } from './testing/drivers/anthropic.ts'
import { runMatrix } from './testing/run-matrix.ts'

runMatrix([anthropic])
