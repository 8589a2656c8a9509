export interface TestRun {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Files that failed in the full run and passed when run again alone. */
  readonly flaky: readonly { path: string; failures: readonly string[] }[]
  /** The files that took longest, slowest first. */
  readonly slowest: readonly { path: string; seconds: number }[]
  readonly ok: boolean
}
interface TestGroup {
  /** Names of projects of vitest.config.ts. */
  readonly projects: readonly string[]
  /** Further options of vitest for the first run, such as `--maxWorkers=2`. */
  readonly options?: readonly string[]
  /** Options that name another configuration than the repository's. */
  readonly config?: readonly string[]
  /** What becomes of vitest's output; `inherit` shows it. */
  readonly output?: 'inherit' | 'ignore'
  /** Only takes the processor's time that other groups leave. */
  readonly yields?: boolean
}
/** A lane is of groups that run one after the other. */
export function runTests(...lanes: readonly (readonly TestGroup[])[]): Promise<TestRun>
export function combineRuns(runs: readonly TestRun[]): TestRun
export function summarise(run: TestRun): string
