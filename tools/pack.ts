// Makes the package for those who install Waystation: `npm install ./waystation-VERSION.tgz && npx waystation serve`.
import { join } from 'node:path'
import { root } from './processes.ts'
import { packPackage } from './ship/package.ts'

const MEGABYTE = 2 ** 20
const { file, packedBytes, unpackedBytes, files } = await packPackage(process.argv[2] ?? join(root, 'release'), (text) => console.log(text))
console.log(
  `${file}: ${(packedBytes / MEGABYTE).toFixed(1)} MB, unpacked ${(unpackedBytes / MEGABYTE).toFixed(1)} MB in ${files} files, without what npm installs beside it`,
)
