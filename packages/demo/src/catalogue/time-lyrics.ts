import { type Recipe, STYLES } from '../compose/recipe.ts'

/** Generates an LRC file with one line per phrase, between the intro and the outro. */
export function timeLyrics(lines: readonly string[], title: string, artist: string, recipe: Recipe): string {
  const bar = (STYLES[recipe.style].beats * 60) / recipe.bpm
  const first = Math.max(4, Math.round(recipe.bars / 8))
  const each = (recipe.bars - first * 2) / lines.length
  const timed = lines.map((line, i) => `[${stamp(Math.round(first + i * each) * bar)}]${line}`)
  return `[ti:${title}]\n[ar:${artist}]\n${timed.join('\n')}\n`
}

function stamp(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${String(minutes).padStart(2, '0')}:${(seconds % 60).toFixed(2).padStart(5, '0')}`
}
