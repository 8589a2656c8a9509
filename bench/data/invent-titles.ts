import { mix } from './mix.ts'

const FREQUENT =
  'the of a in love and to you me my night day blue on for is no it heart time life one dance with all we song your world little way down up dream eyes girl fire moon light rain summer home never what be like good last man live remix baby go from lost this out sun soul'
const SYLLABLES = 'ka lo mi ra ve ni tor an el sha du rin o be qua pe lum fy gra sé nø ü'
const ELSEWHERE = 'любовь ночь дорога 愛 夜 東京 사랑 밤 حب ليل אהבה'
const RARE_WORDS = 6_000

/** Titles of one to six words, half frequent and half rare; the same on every run. */
export function inventTitles(): () => string {
  const random = sequence()
  const pick = (words: readonly string[]) => words[Math.floor(words.length * random())] as string
  const frequent = FREQUENT.split(' ')
  const syllables = SYLLABLES.split(' ')
  const elsewhere = ELSEWHERE.split(' ')
  const rare = Array.from({ length: RARE_WORDS }, () =>
    Array.from({ length: 2 + Math.floor(3 * random()) }, () => pick(syllables)).join(''),
  )
  // The first words of the list are the most frequent.
  const word = () =>
    random() < 0.6 ? (frequent[Math.floor(frequent.length * random() ** 2)] as string) : pick(rare)
  return () => {
    const length = 1 + Math.floor(6 * random())
    const words = Array.from({ length }, random() < 0.05 ? () => pick(elsewhere) : word)
    return words.map(capital).join(' ') + (random() < 0.1 ? ' (Live)' : '')
  }
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** Numbers from 0 to 1 without a period that a million titles would meet. */
function sequence(): () => number {
  let n = 0
  return () => mix(n++, 7)
}
