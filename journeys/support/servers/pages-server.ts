import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from '@refrain/server/app'
import { migrate } from '@refrain/server/database/migrate'
import { openDatabase } from '@refrain/server/database/open'
import { readSettings } from '@refrain/server/settings'

export interface PagesServer {
  readonly address: string
  /** Switches to the build in another folder, as after a deployment. */
  serve(pagesDir: string): Promise<void>
  /** Stops answering page requests; files, calls and pictures still work. */
  holdPages(): void
  /** Addresses of the page requests. */
  readonly opened: string[]
  stop(): Promise<void>
}

/**
 * Starts the service at one address for all builds of the pages.
 * @param dataDir holds the catalogue; may be empty
 */
export async function startPagesServer(dataDir: string, pagesDir: string): Promise<PagesServer> {
  const settings = { ...readSettings({ RATE_LIMIT_SCALE: '0' }), dataDir }
  const open = openDatabase(settings)
  await migrate(open)
  const start = async (folder: string) => {
    const app = await buildApp({ open, settings, pagesDir: folder })
    await app.ready()
    return app
  }
  let app = await start(pagesDir)
  let held = false
  const opened: string[] = []
  const answer: RequestListener = (request, response) => {
    if (isPage(request)) {
      if (request.headers['sec-fetch-mode'] === 'navigate') opened.push(request.url ?? '')
      if (held) return
    }
    app.routing(request, response)
  }
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened,
    async serve(folder) {
      const before = app
      app = await start(folder)
      await before.close()
    },
    holdPages() {
      held = true
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await app.close()
      await open.close()
    },
  }
}

const isPage = ({ url, headers }: IncomingMessage) =>
  headers['sec-fetch-mode'] === 'navigate' || url === '/shell.html'
