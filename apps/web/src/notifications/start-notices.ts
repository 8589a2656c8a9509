import { rememberAsked, wasAsked } from './asked.ts'
import { hearWorker } from './hear-worker.ts'
import { askPermission, readPermission } from './permission.ts'

/**
 * At the start: asks whether the listener may be told of things, once and only where that is undecided (NOT-01,
 * READ-69), and where they may has this device told (NOT-02).
 * @param open shows a path of the pages
 */
export async function startNotices(open: (path: string) => void): Promise<void> {
  hearWorker(open)
  if (readPermission() === 'default' && !(await wasAsked())) {
    // Before the answer: whoever loads the page again meanwhile is not asked again.
    await rememberAsked(true)
    await rememberAsked((await askPermission()) === 'default')
  }
  if (readPermission() !== 'granted') return
  const { startDevice } = await import('./own-device.ts')
  await startDevice()
}
