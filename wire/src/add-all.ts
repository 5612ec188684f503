/** Adds items one by one. As the arguments of one `push`, a hundred thousand of them overflow the stack, and callers send as many. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
