import { spawn, spawnSync } from 'node:child_process'
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
 * Runs lanes at the same time, and the groups of a lane one after the other: each is of projects of vitest.config.ts. When all have
 * ended, files that failed are run once more, one at a time; those that pass then are flaky: the run succeeds, and its summary names
 * them.
 */
export async function runTests(...lanes) {
  const groups = lanes.flat()
  const firsts = (await Promise.all(lanes.map((lane, index) => runLane(lane, index > 0)))).flat()
  const failed = firsts.flatMap(({ files }) => files.filter(file => !file.ok))
  const files = firsts.flatMap(first => first.files)
  if (firsts.every(({ status }) => status === 0) || !canRetry(firsts, failed))
    return describe(
      files,
      [],
      firsts.every(({ status }) => status === 0),
    )

  if (groups[0].output !== 'ignore') console.log(`\n— failed files (${failed.length}), once more and alone`)
  const again = []
  for (const [index, { files: own }] of firsts.entries()) {
    const paths = own.filter(file => !file.ok).map(file => file.path)
    const { output, ...group } = groups[index]
    if (paths.length > 0)
      again.push(await runGroup({ ...group, output, yields: false, options: ['--maxWorkers=1', ...paths] }))
  }
  const second = again.flatMap(run => run.files)
  const passedAlone = new Set(second.filter(file => file.ok).map(file => file.path))
  const flaky = failed.filter(file => passedAlone.has(file.path))
  return describe(
    files.map(file => second.find(({ path }) => path === file.path) ?? file),
    flaky,
    again.every(({ status }) => status === 0) && flaky.length === failed.length,
  )
}

async function runLane(groups, isLater) {
  const firsts = []
  for (const group of groups) firsts.push(await runGroup(group, isLater))
  return firsts
}

/** Errors outside of any test cannot be traced to a file; running files again proves nothing about them. */
const canRetry = (runs, failed) =>
  runs.every(({ unhandledErrors }) => unhandledErrors === 0) &&
  runs.every(({ status, files }) => status === 0 || files.some(file => !file.ok)) &&
  failed.length <= MAX_RETRIED

/** @param isLater shows its output when it has ended, so that it does not mix with that of another group */
async function runGroup(
  { projects, options = [], config = [], output = 'inherit', yields = false },
  isLater,
) {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-tests-'))
  const report = join(folder, 'report.json')
  try {
    const command = [
      ...(yields ? idleClass() : []),
      ...[findNode(), VITEST, 'run', ...config, ...projects.flatMap(name => ['--project', name]), ...options],
      ...['--reporter=default', `--reporter=${REPORTER}`],
    ]
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      stdio: output === 'inherit' && isLater ? ['ignore', 'pipe', 'pipe'] : output,
      env: { ...environment(), ...temporaryFolder(), TEST_REPORT: report },
    })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => said.push(chunk))
    const status = await new Promise(resolve => child.once('close', code => resolve(code ?? 1)))
    process.stdout.write(Buffer.concat(said))
    const written = existsSync(report)
      ? JSON.parse(readFileSync(report, 'utf8'))
      : { files: [], unhandledErrors: 0 }
    return { ...written, status }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prefix of a command that only takes the time that nothing else wants, where the system can do that. */
function idleClass() {
  const prefix = ['chrt', '--idle', '0']
  return spawnSync(prefix[0], [...prefix.slice(1), 'true']).status === 0 ? prefix : []
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
