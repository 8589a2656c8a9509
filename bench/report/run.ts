import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measured.ts'

/** A regression is worse than the worst round of the baseline by this factor, even in its best round. */
const TOLERANCE = 1.1
const NAME_WIDTH = 42

export interface Run {
  readonly name: string
  /** Where the size of the catalogue matters. */
  readonly tracks?: number
  readonly database?: string
  readonly cores: number
  readonly node: string
  /** How many programs wanted a processor before the run, on average of a minute: with many, the tails are theirs. */
  readonly load: number
  readonly figures: readonly Measured[]
}

/** A run on this machine. */
export function describeRun(run: Omit<Run, 'cores' | 'node'>): Run {
  return { ...run, cores: availableParallelism(), node: process.version }
}

const folderOf = (name: string) => fileURLToPath(new URL(`../${name}/`, import.meta.url))
function fileOf(folder: string, { name, tracks, database }: Run): string {
  const parts = [name, tracks, database].filter(part => part !== undefined)
  return join(folderOf(folder), `${parts.join('-')}.json`)
}

export function printTable({ figures }: Run): void {
  console.log(`${' '.repeat(NAME_WIDTH)}      p50      tail   raw p50  raw tail    ratio   budget`)
  for (const each of figures) {
    const columns = [
      each.name.padEnd(NAME_WIDTH),
      ms(each.p50),
      `${ms(each.tail)} p${Math.round(each.percentile * 100)}`,
      ms(each.limitP50),
      ms(each.limitTail),
      each.ratio > 0 ? each.ratio.toFixed(2).padStart(7) : '      –',
      each.budget === undefined ? '       –' : ms(each.budget),
      verdictOf(each),
    ]
    console.log(columns.join(' '))
  }
}

function verdictOf({ budget, isMet, reason }: Measured): string {
  if (budget === undefined) return ''
  if (isMet) return 'MET'
  return `MISSED${reason ? `: ${reason}` : ''}`
}

const ms = (value: number) => value.toFixed(value < 100 ? 2 : 0).padStart(8)

/** Writes a run, as the baseline or a result, and compares it with the baseline if that is wanted. */
export function finishRun(run: Run, { save, compare }: { save: boolean; compare: boolean }): void {
  console.log(writeRun(save ? 'baselines' : 'results', run))
  if (!compare) return
  const regressions = findRegressions(run)
  console.log(
    regressions.length > 0 ? `Worse than the baseline:\n  ${regressions.join('\n  ')}` : 'As the baseline.',
  )
}

/** @param folder `results`, which Git ignores, or `baselines` @returns the file */
function writeRun(folder: 'results' | 'baselines', run: Run): string {
  const file = fileOf(folder, run)
  mkdirSync(dirname(file), { recursive: true })
  const text = JSON.stringify(run, rounded, 2)
  // Rounds stand on one line, as the formatter of this repository wants them.
  const inline = (_: string, numbers: string) => `[${numbers.split(/,\s*/).join(', ')}]`
  writeFileSync(file, `${text.replaceAll(/\[\s+([\d.,\s]+?)\s+\]/g, inline)}\n`)
  return file
}

const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value

/**
 * Compares a run with the baseline. Rounds of one run differ, and their range is taken for the noise: a figure is worse only
 * if even its best round is slower than the baseline's worst one by a tenth.
 * @returns one line for each regression
 */
function findRegressions(run: Run): string[] {
  const file = fileOf('baselines', run)
  if (!existsSync(file)) return [`There is no baseline ${file}: save one with --save.`]
  const baseline = JSON.parse(readFileSync(file, 'utf8')) as Run
  return run.figures.flatMap(({ name, rounds, isFloor }) => {
    const before = baseline.figures.find(each => each.name === name)
    if (!before) return []
    if (isFloor) {
      const [now, then] = [Math.max(...rounds), Math.min(...before.rounds)]
      return now < then / TOLERANCE ? [`${name}: ${now.toFixed(2)}, was ${then.toFixed(2)} at least`] : []
    }
    const [now, then] = [Math.min(...rounds), Math.max(...before.rounds)]
    return now > then * TOLERANCE ? [`${name}: ${now.toFixed(2)}, was ${then.toFixed(2)} at most`] : []
  })
}
