import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { readIds, SHUFFLED_LISTS, shuffleKey } from './saved-values.ts'

const MAX_LISTS = 50
/** Maximum length of all orders except the newest: five lists of 10,000 tracks would fill localStorage. */
const MAX_CHARACTERS = 1_000_000

/** Saves the shuffle order of a list; the oldest orders are dropped. */
export function saveShuffle(listId: string, order: string): void {
  const key = shuffleKey(listId)
  const older = readIds(SHUFFLED_LISTS).filter(id => id !== listId)
  let characters = 0
  const remaining = [listId]
  for (const [index, id] of older.toReversed().entries()) {
    characters += readLocal(shuffleKey(id))?.length ?? 0
    if (index + 1 < MAX_LISTS && characters <= MAX_CHARACTERS) remaining.unshift(id)
    else writeLocal(shuffleKey(id), null)
  }
  writeLocal(SHUFFLED_LISTS, JSON.stringify(remaining))
  writeLocal(key, order)
}
