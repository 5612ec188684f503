import { google } from './testing/drivers/google.ts'
import { runMatrix } from './testing/run-matrix.ts'

runMatrix([google])
