// Runs on the Node that started npm (20.19 or newer), before anything is installed: plain JavaScript only.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The major version that everything runs on. */
export const RUNTIME = 24
const isWindows = process.platform === 'win32'
/** The package of Node itself for this machine: pinned by version and hash in the lockfile, without install scripts. */
export const runtimePackage = `node_modules/node-${isWindows ? 'win' : process.platform}-${process.arch}`
export const pinnedNode = folder => join(folder, runtimePackage, 'bin', isWindows ? 'node.exe' : 'node')

/**
 * Path of the pinned Node. If the registry has none for this machine, the Node that runs this, or undefined if it is too
 * old.
 */
export function findNode(folder = root) {
  if (existsSync(pinnedNode(folder))) return pinnedNode(folder)
  return Number.parseInt(process.versions.node, 10) >= RUNTIME ? process.execPath : undefined
}

/** Field of package.json in folders that `npm run package` has written: complete, and without tools to build anything. */
export const PACKAGED = 'packaged'

export function isPackaged() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))[PACKAGED] === true
}

/** Exits with one line: what is wrong and what to do. */
export function giveUp(line) {
  console.error(line)
  process.exit(1)
}

/** Exits with one line if this account cannot repair what is missing. */
export function checkWritable(what) {
  if (!isWritable())
    giveUp(`${what}, and this account may not write to ${root}: run npm start there once as its owner.`)
}

/** Whether this account may change what is installed and built. */
export function isWritable() {
  try {
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export const npm = isWindows ? 'npm.cmd' : 'npm'

/**
 * Runs a step and shows its output. If it fails, exits with `failure` and its status.
 * @param env more of its environment
 * @param onStart called with its process number; may return what is called when it has ended
 */
export async function run(command, args, failure, { env = {}, onStart = () => () => {} } = {}) {
  const child = spawn(command, args, {
    ...{ cwd: root, stdio: 'inherit', env: { ...environment(), ...env } },
    // Windows runs no .cmd file without one.
    shell: command === npm && isWindows,
  })
  const ended = new Promise(resolve => child.on('error', () => resolve(undefined)).on('exit', resolve))
  const onEnd = child.pid === undefined ? () => {} : onStart(child.pid)
  const status = await ended
  onEnd()
  if (status !== 0) {
    if (failure) console.error(failure)
    process.exit(status ?? 1)
  }
}

/**
 * A young generation of 12 MB instead of 48, and one arena of glibc's allocator instead of eight per core: two thirds of the
 * memory at the same throughput. See docs/decisions/055-small-processes.md.
 */
const SMALL_HEAP = ['--max-semi-space-size=4']
const SMALL_ALLOCATOR = { MALLOC_ARENA_MAX: '1' }

/**
 * Replaces this process by a program on the pinned runtime, which then takes the memory of one process.
 * @param program its path
 */
export function become(program, args) {
  const command = [findNode(), ...SMALL_HEAP, program, ...args]
  const env = serviceEnvironment()
  // Missing before Node 22.15; on Windows it only throws.
  if (process.execve && !isWindows) replaceBy(command, env)
  else runAsChild(command, env)
}

/**
 * The program itself ends with npm: see followParent in apps/server/src/bin/stop.ts. It learns who that was, as npm may have ended
 * during a build. Its own number, which stays, keeps processes that it starts from taking that for theirs.
 */
function replaceBy(command, env) {
  // Node warns that execve is experimental.
  process.removeAllListeners('warning')
  process.execve(command[0], command, withoutUndefined({ ...env, STARTED_BY: `${process.pid} ${parent}` }))
}

const withoutUndefined = env =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))

/** The process that started this one, usually npm. */
const parent = process.ppid
const LOOK_EVERY_MS = 250

/**
 * Forwards signals and the exit status. The program ends with this process, even if it is killed: see followParent in
 * apps/server/src/bin/stop.ts.
 */
function runAsChild([node, ...args], env) {
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
  // Without npm the service may outlive whoever started it, such as a shell.
  if (process.env.npm_lifecycle_event === undefined) return
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    child.kill('SIGTERM')
  }, LOOK_EVERY_MS)
}

/** For tools. Caches compiled code if the folder is writable, which halves the time to start. */
export function environment() {
  return withCompileCache(join(root, 'node_modules/.cache/compiled'))
}

/**
 * For programs of the service. The cache lies in the data folder: the program folder may belong to somebody else. Before the
 * service has claimed that folder, nothing is created in it.
 */
function serviceEnvironment() {
  const given = givenDataDir()
  if (!given && isPackaged()) refuseFormerData()
  const dataDir = resolve(given || defaultDataDir())
  const env = isClaimed(dataDir) ? withCompileCache(join(dataDir, 'compiled')) : withoutCompileCache()
  return { ...SMALL_ALLOCATOR, ...env, ...(!given && isPackaged() && { DATA_DIR: dataDir }) }
}

/** No cache if the folder cannot be created, or if another account could plant code in it. */
function withCompileCache(folder) {
  try {
    makeFolder(folder, 0o700)
    if (statSync(folder).uid === (process.getuid?.() ?? 0))
      return { ...process.env, NODE_COMPILE_CACHE: folder }
  } catch {
    // Without a cache, starts only take longer.
  }
  return withoutCompileCache()
}

const withoutCompileCache = () => ({ ...process.env, NODE_COMPILE_CACHE: undefined })

/**
 * Its parents can be opened by other accounts, as far as the umask allows. Not `recursive`: that never returns on file systems
 * that refuse new folders with ENOENT, such as /proc.
 */
function makeFolder(path, mode) {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), 0o777)
  mkdirSync(path, { mode })
}

/** See apps/server/src/data-folder.ts. */
function isClaimed(folder) {
  return ['refrain.db', 'refrain-data', 'app-password-key'].some(name => existsSync(join(folder, name)))
}

/** Read as the service does: from the environment, otherwise from .env. */
function givenDataDir() {
  try {
    return process.env.DATA_DIR || parseEnv(readFileSync('.env', 'utf8')).DATA_DIR
  } catch {
    // The file is missing, or the service will report what is wrong with it.
  }
}

/** Packages of earlier versions had their data in the folder that they were started in: a new, empty one must not hide it. */
function refuseFormerData() {
  for (const folder of new Set([resolve('data'), join(root, 'data')]))
    if (existsSync(join(folder, 'refrain.db')))
      giveUp(`Your data is in ${folder}: move that folder out of the program, and set DATA_DIR to it.`)
}

/** An installed program is replaced as a whole by an upgrade: its data must be elsewhere. */
export function defaultDataDir(packaged = isPackaged(), { platform, env } = process) {
  if (!packaged) return 'data'
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'refrain')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'refrain')
  const shared = env.XDG_DATA_HOME ?? ''
  return join(isAbsolute(shared) ? shared : join(homedir(), '.local', 'share'), 'refrain')
}
