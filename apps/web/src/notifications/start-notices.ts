import { rememberAsked, wasAsked } from './asked.ts'
import { hearWorker } from './hear-worker.ts'
import { askPermission, readPermission, watchPermission } from './permission.ts'

/**
 * At the start: asks whether the listener may be told of things, once and only where that is undecided (NOT-01,
 * READ-69), and where they may has this device told, also where they say so later, as in the browser's settings (NOT-02).
 * @param open shows a path of the pages
 */
export async function startNotices(open: (path: string) => void): Promise<void> {
  hearWorker(open)
  if (readPermission() === 'default' && !(await wasAsked())) {
    // Before the answer: whoever loads the page again meanwhile is not asked again.
    await rememberAsked(true)
    await rememberAsked((await askPermission()) === 'default')
  }
  watchPermission(followPermission)
  await tellDevice()
}

/** Nobody waits for it: what goes wrong it says on the console itself. */
function followPermission(): void {
  tellDevice().catch(() => {})
}

async function tellDevice(): Promise<void> {
  if (readPermission() !== 'granted') return
  const { startDevice } = await import('./own-device.ts')
  await startDevice()
}
