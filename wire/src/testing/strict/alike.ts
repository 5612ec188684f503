export { moonshot } from './moonshot/index.ts'
