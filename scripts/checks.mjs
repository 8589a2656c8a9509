import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, findNode, root } from './runtime.mjs'

const bin = path => join(root, 'node_modules', path)
/** Incremental: a run checks only what changed since the last one. */
function tsc(project) {
  const buildInfo = bin(`.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`)
  return [bin('typescript/bin/tsc'), '-p', project, '--incremental', '--tsBuildInfoFile', buildInfo]
}

/** Checks of formatting, lint, types and dead code: name and commands for Node. */
export const quickChecks = [
  {
    name: 'formatting and lint',
    commands: [[bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
  },
  {
    name: 'types',
    commands: [
      tsc('tsconfig.json'),
      tsc('apps/web/tsconfig.json'),
      tsc('apps/web/service-worker/tsconfig.json'),
      tsc('journeys/tsconfig.json'),
    ],
  },
  { name: 'unused files, exports and packages', commands: [[bin('knip/bin/knip.js')]] },
]

/** The tests of the projects named in vitest.config.ts, with further arguments where given. */
export function vitest(projects, ...more) {
  const names = projects.flatMap(name => ['--project', name])
  return {
    name: `tests: ${projects.join(', ')}`,
    commands: [[bin('vitest/vitest.mjs'), 'run', ...names, ...more]],
  }
}

/**
 * Tests that render whole pages, or parts of them with their data: a third of the files, three quarters of the time.
 */
export function pageTests() {
  const web = join(root, 'apps/web')
  return readdirSync(join(web, 'src'), { recursive: true })
    .filter(path => /\.test\.tsx?$/.test(path))
    .map(path => `src/${path.replaceAll('\\', '/')}`)
    .filter(path => /\bshowPage\b|<QueryClientProvider\b/.test(readFileSync(join(web, path), 'utf8')))
}

/** Runs steps in parallel and prints their output one after the other. Fails if one of them fails. */
export async function together(...steps) {
  const all = steps.map(({ name, commands }) => ({ name, ...start(commands) }))
  for (const { name, show, status } of all) {
    console.log(`\n— ${name}`)
    show()
    const ended = await status
    process.exitCode ||= ended
  }
}

/** Runs commands up to the first failure and buffers their output. */
function start(commands) {
  const buffered = []
  let write = chunk => buffered.push(chunk)
  async function runAll() {
    for (const command of commands) {
      const child = spawn(findNode(), command, { cwd: root, env: { ...environment(), ...colours() } })
      child.stdout.on('data', chunk => write(chunk))
      child.stderr.on('data', chunk => write(chunk))
      const status = await new Promise(resolve => child.on('close', code => resolve(code ?? 1)))
      if (status !== 0) return status
    }
    return 0
  }
  return {
    status: runAll(),
    show() {
      for (const chunk of buffered) process.stdout.write(chunk)
      write = chunk => process.stdout.write(chunk)
    },
  }
}

/** Tools print no colours to a pipe by default. */
const colours = () => (process.stdout.isTTY ? { FORCE_COLOR: '1' } : {})
