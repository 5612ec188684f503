// Matrices of tests, whole or cut. `npm run test:all` tries every cell. `npm test` tries so few cells that every value of every axis is still
// met with every value of one other axis at least; of a table with two axes, that each row and each column is met. Which cells these are
// hangs on the seed, which is printed: WAYSTATION_SEED tries the same ones again.
import { randomNumbers } from './draws/random.ts'

/** True where everything is tried: `npm run test:all`. */
export const isWhole = process.env.WAYSTATION_TEST_ALL === '1'
const seed = Number(process.env.WAYSTATION_SEED ?? Math.floor(performance.timeOrigin) % 2_147_483_647)

/**
 * The cells that this run tries, in their order.
 * @param axes the values of a cell, one for each axis
 */
export function cellsToTry<Cell>(name: string, cells: readonly Cell[], axes: (cell: Cell) => readonly unknown[]): Cell[] {
  if (isWhole) return [...cells]
  const chosen = coveringCells(cells, axes, randomNumbers(seed))
  console.log(`${name}: ${chosen.length} of ${cells.length} cells, seed ${seed} (all: npm run test:all)`)
  return chosen
}

/**
 * So many of the values, drawn by the seed, in their order; where everything is tried, all of them. For what proves the same of each, and
 * takes long.
 */
export function someToTry<Value>(name: string, values: readonly Value[], count: number): Value[] {
  if (isWhole || values.length <= count) return [...values]
  const chosen = new Set(
    randomNumbers(seed)
      .shuffled([...values.keys()])
      .slice(0, count),
  )
  console.log(`${name}: ${count} of ${values.length}, seed ${seed} (all: npm run test:all)`)
  return values.filter((_, index) => chosen.has(index))
}

/** So few of the cells that whatever is wanted of any cell is met by some chosen one: in a random order, first those that meet most. */
export function coveringCells<Cell>(
  cells: readonly Cell[],
  axes: (cell: Cell) => readonly unknown[],
  { shuffled }: Pick<ReturnType<typeof randomNumbers>, 'shuffled'>,
): Cell[] {
  const wanted = cells.map((cell) => wantedOf(axes(cell).map(String)))
  const open = new Set(wanted.flat())
  const order = shuffled([...cells.keys()])
  const chosen = new Set<number>()
  for (let gain = Math.max(0, ...wanted.map(({ length }) => length)); gain > 0; gain--) {
    for (const index of order) {
      const met = wanted[index]?.filter((one) => open.has(one)) ?? []
      if (met.length < gain) continue
      for (const one of met) open.delete(one)
      chosen.add(index)
    }
  }
  return cells.filter((_, index) => chosen.has(index))
}

/** With three axes or more each two values of a cell; with two each value alone, as every cell is a pair of its own there. */
function wantedOf(values: readonly string[]): string[] {
  const alone = values.map((value, axis) => `${axis}=${value}`)
  if (values.length < 3) return alone
  return alone.flatMap((one, axis) => alone.slice(axis + 1).map((other) => `${one} ${other}`))
}
