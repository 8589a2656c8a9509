// Runs on whatever Node started npm (20.19 or newer): plain JavaScript, nothing installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** The pinned runtime: Node 24 from the npm registry. */
export const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

const MINIMUM = [20, 19]

/** Ends with one line that says what is wrong and what to do. */
export function giveUp(line) {
  console.error(line)
  process.exit(1)
}

/**
 * Installs what is missing. `what` is 'service' (to run) or 'all' (to develop and test); where
 * everything the lockfile names is there, nothing is done.
 */
export function installMissing(what) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
    giveUp(`Node ${process.versions.node} is too old: install Node ${MINIMUM.join('.')} or newer.`)
  }
  if (isInstalled(what)) return
  console.log(`Installing ${what === 'all' ? 'the service and the tools for its tests' : 'the service'} …`)
  const omit = what === 'all' ? [] : ['--omit=dev']
  run(
    npm,
    ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'],
    'The installation failed: is the npm registry reachable?',
  )
  if (!existsSync(node))
    giveUp('The runtime was not installed: npm withheld its install script. Run `npm rebuild node`.')
}

/** Whether each package of the lockfile lies in node_modules in its version. */
function isInstalled(what) {
  const hidden = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(node) || !existsSync(hidden)) return false
  const present = packagesIn(hidden)
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, { version, dev, optional, devOptional, link }]) => {
      const needed =
        path.startsWith('node_modules/') && !link && !optional && (what === 'all' || !(dev || devOptional))
      return !needed || present[path]?.version === version
    },
  )
}

function packagesIn(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Builds the listeners' pages where their sources changed since the last build. */
export function buildStalePages() {
  const sources = ['apps/web', 'packages/contract', 'packages/player', 'package-lock.json'].map(path =>
    join(root, path),
  )
  const now = fingerprint(sources.flatMap(path => filesUnder(path)))
  const marker = join(root, 'apps/web/dist/.built-from')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === now) return
  console.log('Building the pages …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const web = join(root, 'apps/web')
  // The listeners' pages, then what the server draws the first of them with.
  for (const config of ['vite.config.ts', 'vite.drawing.config.ts'])
    run(
      node,
      [vite, 'build', '--logLevel', 'warn', '--config', join(web, config), web],
      'The pages could not be built.',
    )
  writeFileSync(marker, now)
}

const NOT_SOURCES = new Set(['node_modules', 'dist'])

function filesUnder(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .filter(name => !NOT_SOURCES.has(name) && !name.includes('.test.'))
    .flatMap(name => filesUnder(join(path, name)))
}

function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/** Runs a step to its end with its output shown; ends with `failure` and its status where it fails. */
export function run(command, args, failure) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment() })
  if (status !== 0) {
    if (failure) console.error(failure)
    process.exit(status ?? 1)
  }
}

/** Hands this process over to a program on the pinned runtime, passing signals and its exit status on. */
export function become(program, args) {
  const child = spawn(node, [join(root, program), ...args], { stdio: 'inherit', env: environment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** Compiled code is kept between starts: it halves the time to the first answer. */
export function environment() {
  const cache = join(root, 'node_modules/.cache/compiled')
  mkdirSync(cache, { recursive: true })
  return { ...process.env, NODE_COMPILE_CACHE: cache }
}
