/**
 * The rule for every text from outside, whichever way it comes in: no control characters, except tabs and line ends where a text
 * may have lines, no lone surrogates, and a limited number of combining marks on one letter. PostgreSQL cannot store
 * U+0000, and sorting marks takes quadratic time. All functions take linear time.
 */

/** Combining marks on one letter: the limit of Unicode's stream-safe text format, more than any script uses. */
const TOO_MANY_MARKS = /(?<!\p{M})\p{M}{31}/u
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu

const PLAIN = /^[\x20-\x7e]*$/
const CONTROL = /\p{Cc}/u
const CONTROLS = /\p{Cc}/gu
const WHITE_CONTROLS = /[\t-\r\u0085]/g
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u
const CONTROLS_IN_LINES = /[^\P{Cc}\t\n]/gu
const LINE_ENDS = /\r\n?/g

interface TextOptions {
  /** The text may hold tabs and line ends. */
  readonly hasLines?: boolean
}

/** What a text breaks the rule with, as words that follow "holds"; undefined if it keeps it. */
export function findTextFault(text: string, { hasLines = false }: TextOptions = {}): string | undefined {
  if (PLAIN.test(text)) return undefined
  if ((hasLines ? CONTROL_IN_LINES : CONTROL).test(text)) return 'a control character'
  if (!text.isWellFormed()) return 'half of a character'
  if (TOO_MANY_MARKS.test(text)) return 'too many marks on one letter'
  return undefined
}

/**
 * Makes a text keep the rule. Control characters are dropped, but those for white space become a space, and line ends
 * of a text with lines become line feeds. A lone surrogate becomes U+FFFD; marks beyond 30 on one letter are dropped.
 */
export function repairText(text: string, { hasLines = false }: TextOptions = {}): string {
  if (PLAIN.test(text)) return text
  const whole = text.toWellFormed()
  // Marks last: what stood between two runs of them may be gone.
  return limitMarks(
    hasLines
      ? whole.replaceAll(LINE_ENDS, '\n').replaceAll(CONTROLS_IN_LINES, '')
      : whole.replaceAll(WHITE_CONTROLS, ' ').replaceAll(CONTROLS, ''),
  )
}

/** Drops combining marks beyond 30 on one letter. Before every normalisation of a text whose marks are not known to be few. */
export function limitMarks(text: string): string {
  return text.replaceAll(EXCESS_MARKS, '$1')
}
