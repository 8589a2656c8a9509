import { foldForSearch } from '@refrain/contract/fold-for-search'

/** Milliseconds after which typing starts again, as in menus. */
const RESET_AFTER = 1000
/** Characters typed in one go that are compared. */
const MAX_LENGTH = 50

const STARTS = /^[\p{L}\p{N}]$/u
/** These keep their own meaning. */
const KEPT = '/?'

/** Collects the letters typed in a grid and finds the row whose title begins with them. */
export class TypeAhead {
  private typed = ''
  private until = 0

  /** Whether a key belongs to the text: letters and digits, and after one of them any character. */
  takes(key: string): boolean {
    return STARTS.test(key) || (this.isTyping() && [...key].length === 1 && !KEPT.includes(key))
  }

  /** Whether letters were typed a moment ago. */
  isTyping(): boolean {
    return this.typed !== '' && performance.now() < this.until
  }

  /**
   * The row that a further character leads to, from the current one on and around the end; undefined if there is none. The same
   * letter again leads to the next row that begins with it.
   * @param titleOf gives the folded title of a row
   */
  type(key: string, current: number, count: number, titleOf: (row: number) => string): number | undefined {
    this.typed = ((this.isTyping() ? this.typed : '') + key).slice(0, MAX_LENGTH)
    this.until = performance.now() + RESET_AFTER
    const [first = '', ...others] = Array.from(this.typed, foldForSearch)
    const isRepeated = others.every(letter => letter === first)
    const sought = isRepeated ? first : foldForSearch(this.typed)
    const from = current + (isRepeated ? 1 : 0)
    for (let step = 0; step < count; step++) {
      const row = (from + step) % count
      if (titleOf(row).startsWith(sought)) return row
    }
    return undefined
  }
}
