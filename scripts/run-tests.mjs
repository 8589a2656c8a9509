import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, findNode, root } from './runtime.mjs'

const VITEST = join(root, 'node_modules/vitest/vitest.mjs')
const REPORTER = fileURLToPath(new URL('test-report.mjs', import.meta.url))
/** If more files fail, something is broken, and running them again would only take time. */
const MAX_RETRIED = 6
const SLOWEST_SHOWN = 10

/**
 * Runs the tests of these projects of vitest.config.ts. Files that fail are run once more, one at a time; those that
 * pass then are flaky: the run succeeds, and its summary names them.
 */
export function runTests({ projects, options = [], config = [], output = 'inherit' }) {
  const selected = [...config, ...projects.flatMap(name => ['--project', name])]
  const first = runVitest([...selected, ...options], output)
  const failed = first.files.filter(file => !file.ok)
  if (first.status === 0 || !canRetry(first, failed)) return describe(first.files, [], first.status === 0)

  if (output === 'inherit') console.log(`\n— failed files (${failed.length}), once more and alone`)
  const again = runVitest([...selected, '--maxWorkers=1', ...failed.map(file => file.path)], output)
  const passedAlone = new Set(again.files.filter(file => file.ok).map(file => file.path))
  const files = first.files.map(file => again.files.find(({ path }) => path === file.path) ?? file)
  const flaky = failed.filter(file => passedAlone.has(file.path))
  return describe(files, flaky, again.status === 0 && flaky.length === failed.length)
}

/** Errors outside of any test cannot be traced to a file; running files again proves nothing about them. */
const canRetry = (first, failed) =>
  first.unhandledErrors === 0 && failed.length > 0 && failed.length <= MAX_RETRIED

function runVitest(args, output) {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-tests-'))
  const report = join(folder, 'report.json')
  try {
    const { status } = spawnSync(
      findNode(),
      [VITEST, 'run', ...args, '--reporter=default', `--reporter=${REPORTER}`],
      {
        cwd: root,
        stdio: output,
        env: { ...environment(), ...temporaryFolder(), TEST_REPORT: report },
      },
    )
    const written = existsSync(report)
      ? JSON.parse(readFileSync(report, 'utf8'))
      : { files: [], unhandledErrors: 0 }
    return { ...written, status: status ?? 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Upper bound in bytes of the temporary files of a whole run. */
const TEMPORARY_BYTES = 6e9

/** Tests write thousands of small files and flush most of them: in memory they are twice as fast. */
function temporaryFolder() {
  const memory = '/dev/shm'
  if (process.env.TMPDIR || !existsSync(memory)) return {}
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= TEMPORARY_BYTES ? { TMPDIR: memory } : {}
}

function describe(files, flaky, ok) {
  const named = files.map(file => ({ ...file, path: relative(root, file.path) }))
  return {
    passed: sum(files.map(file => file.passed)),
    failed: sum(files.map(file => file.failures.length)),
    skipped: sum(files.map(file => file.skipped)),
    flaky: flaky.map(({ path, failures }) => ({ path: relative(root, path), failures })),
    slowest: slowest(named.map(({ path, seconds }) => ({ path, seconds }))),
    ok,
  }
}

const sum = numbers => numbers.reduce((total, number) => total + number, 0)
const slowest = files => files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)

export function combineRuns(runs) {
  return {
    passed: sum(runs.map(run => run.passed)),
    failed: sum(runs.map(run => run.failed)),
    skipped: sum(runs.map(run => run.skipped)),
    flaky: runs.flatMap(run => run.flaky),
    slowest: slowest(runs.flatMap(run => run.slowest)),
    ok: runs.every(run => run.ok),
  }
}

/** Prints the slowest files, the flaky ones, and the counts alone on the last line. */
export function summarise({ passed, failed, skipped, flaky, slowest }) {
  const flakyLines = flaky.flatMap(({ path, failures }) => [
    `  ${path}`,
    ...failures.map(name => `    ${name}`),
  ])
  return [
    'Slowest files:',
    ...slowest.map(({ path, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${path}`),
    ...(flaky.length > 0 ? ['Flaky (failed, then passed alone; find the cause):', ...flakyLines] : []),
    `tests: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n')
}
