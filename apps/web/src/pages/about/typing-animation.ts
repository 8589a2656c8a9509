/** Milliseconds per typed and per erased letter, before the first letter, after each phrase, and per cursor phase. */
const TYPING = 200
const ERASING = 200
const START_DELAY = 2500
const PAUSE = 5000
const BLINK = 500

export interface Typed {
  /** The visible part of the current phrase. */
  readonly text: string
  readonly cursor: boolean
  /** Milliseconds after the start at which the next change is due. */
  readonly until: number
}

/**
 * The state of the animation `elapsed` milliseconds after its start: after the start delay, each phrase in turn is
 * typed, shown for the pause and erased, letter by letter.
 */
export function typedAt(elapsed: number, phrases: readonly string[]): Typed {
  const { text, until } = textAt(elapsed, phrases)
  const blinks = Math.floor(elapsed / BLINK)
  return { text, cursor: blinks % 2 === 0, until: Math.min(until, (blinks + 1) * BLINK) }
}

function textAt(elapsed: number, phrases: readonly string[]): Pick<Typed, 'text' | 'until'> {
  if (elapsed < START_DELAY) return { text: '', until: START_DELAY + TYPING }
  const rounds = phrases.map(phrase => Array.from(phrase).length * (TYPING + ERASING) + PAUSE)
  const whole = rounds.reduce((sum, round) => sum + round, 0)
  let begun = START_DELAY + Math.floor((elapsed - START_DELAY) / whole) * whole
  let index = 0
  while (elapsed >= begun + (rounds[index] as number)) begun += rounds[index++] as number
  return phraseAt(elapsed - begun, begun, Array.from(phrases[index] as string))
}

/**
 * One phrase, from its first letter typed to its last erased.
 * @param since milliseconds since the phrase began
 * @param begun milliseconds between the start of the animation and that of the phrase
 */
function phraseAt(since: number, begun: number, letters: readonly string[]): Pick<Typed, 'text' | 'until'> {
  const typedAfter = letters.length * TYPING
  const erasedFrom = typedAfter + PAUSE
  const first = (count: number) => letters.slice(0, count).join('')
  if (since < typedAfter) {
    const typed = Math.floor(since / TYPING)
    return { text: first(typed), until: begun + (typed + 1) * TYPING }
  }
  if (since < erasedFrom) return { text: first(letters.length), until: begun + erasedFrom + ERASING }
  const erased = Math.floor((since - erasedFrom) / ERASING)
  return { text: first(letters.length - erased), until: begun + erasedFrom + (erased + 1) * ERASING }
}
