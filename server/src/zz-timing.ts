import { openPasswords } from './domain/user/password.ts'
const p = await openPasswords()
const h = await p.hash('right password')
const sums = [0, 0]
for (let i = 0; i < 300; i++) for (const k of [0, 1]) { const t = performance.now(); await p.verify(k ? h : undefined, 'wrong password'); sums[k]! += performance.now() - t }
console.log('unknown', sums[0]! / 300, 'known', sums[1]! / 300)
