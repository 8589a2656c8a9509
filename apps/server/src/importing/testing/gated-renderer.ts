import { access, appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serveJobs } from '../../workers/serve-jobs.ts'
import type { RenderJob } from '../sample/sample-renderer.ts'

// Writes each file that it should render into `order`, and finishes it once there is a file `gate`.
serveJobs<RenderJob, void>(async ({ folder, file }) => {
  await appendFile(join(folder, 'order'), `${file}\n`)
  const isOpen = () =>
    access(join(folder, 'gate')).then(
      () => true,
      () => false,
    )
  while (!(await isOpen())) await wait(10)
})
