/**
 * A function of a list that remembers what it made of lists that cannot change any more, which are those that
 * the registry holds. Of any other it makes it anew.
 */
export function frozenMemo<Item extends object, Made>(
  make: (list: readonly Item[]) => Made,
): (list: readonly Item[]) => Made {
  const remembered = new WeakMap<readonly Item[], Made>();
  return (list) => {
    const found = remembered.get(list);
    if (found !== undefined) return found;
    const made = make(list);
    if (Object.isFrozen(list) && list.every(Object.isFrozen)) remembered.set(list, made);
    return made;
  };
}
