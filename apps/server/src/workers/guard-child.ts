import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Waits for the end of its input, which no program that shares it holds open, and then kills what is left. A second before
 * that, children that still look end by themselves.
 */
const SCRIPT = `
ids=
while read -r change id; do
  left=
  for one in $ids; do [ "$one" = "$id" ] || left="$left $one"; done
  [ "$change" = + ] && left="$left $id"
  ids=$left
done
[ -n "$ids" ] || exit
sleep 1
for id in $ids; do kill -KILL "$id"; done
`

let guard: ChildProcess | undefined
/** Process ids, or those of groups as negative numbers, as `kill` takes them. */
const guarded = new Set<string>()

/**
 * Ends a child within two seconds of the death of this process, whatever ended it. A child that hangs in native code or in
 * a loop does not notice by itself that nobody is left. A shell waits for all children of this process: a thread in each
 * of them would take 9 MB. Without a shell, as on Windows, only children that look end.
 * @param ownsGroup also ends what it has started
 */
export function guardChild(child: ChildProcess, { ownsGroup = false } = {}): void {
  if (process.platform === 'win32' || child.pid === undefined) return
  const id = ownsGroup ? `-${child.pid}` : `${child.pid}`
  guarded.add(id)
  tell(`+ ${id}\n`)
  child.once('exit', () => {
    guarded.delete(id)
    tell(`- ${id}\n`)
  })
}

function tell(change: string): void {
  if (guard) guard.stdin?.write(change)
  else if (guarded.size > 0) guard = startGuard()
}

function startGuard(): ChildProcess {
  // In a session of its own: what a terminal sends to all of its programs must not end it first.
  const started = spawn('/bin/sh', ['-c', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: process.env.PATH },
  })
  const forget = () => {
    if (guard === started) guard = undefined
  }
  started.on('error', forget)
  started.on('exit', forget)
  started.stdin?.on('error', forget)
  started.stdin?.write(Array.from(guarded, id => `+ ${id}\n`).join(''))
  started.unref()
  // A pipe to a child is a socket.
  ;(started.stdin as unknown as { unref?(): void } | null)?.unref?.()
  return started
}
