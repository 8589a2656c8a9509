import { once } from 'node:events'
import { connect } from 'node:net'
import { createUser } from '@refrain/contract/account/sign-in'
import { fetchMoreAlbums } from '@refrain/contract/catalogue/albums'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { byteLimits, textLimits } from '@refrain/contract/limits'
import { uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { requestFor } from '@refrain/contract/request'

const OF_EACH = 100
const AT_ONCE = 8
const LARGE_BYTES = 8 * 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }

/** Large and malformed requests, a hundred of each kind, several at a time. Whatever the answers are, the service must give some. */
export async function sendHostileRequests(address: string): Promise<void> {
  const large = Buffer.alloc(LARGE_BYTES, '[')
  const deep = Buffer.alloc(byteLimits.jsonBody - 1, '[')
  const post = (path: string, body: BodyInit, headers = {}) =>
    fetch(address + path, { method: 'POST', body, headers })
  const kinds: readonly ((n: number) => Promise<Response | undefined>)[] = [
    () => post(createUser.path, large, JSON_TYPE),
    () => post(createUser.path, deep, JSON_TYPE),
    () => post(uploadUserPicture.path, formOf(large)),
    n =>
      ask(
        requestFor(searchCatalogue, {
          query: `${n} `.repeat(textLimits.searchQuery.max).slice(0, textLimits.searchQuery.max),
        }),
      ),
    n => ask(requestFor(fetchMoreAlbums, { page: n * 1_000_000 })),
    n => fetch(`${address}/${`${n}/`.repeat(1_000)}`, { headers: { accept: 'text/html' } }),
    n => fetch(`${address}/albums/${n}`, { headers: { accept: 'text/html', cookie: 'a=b; '.repeat(2_000) } }),
    () => sendRaw(address, `GET / HTTP/1.1\r\nHost: localhost\r\n${'x: y\r\n'.repeat(10_000)}\r\n`),
    () => sendRaw(address, `\0${'x'.repeat(100_000)}\r\n\r\n`),
    () =>
      sendRaw(
        address,
        'POST /api/search HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n',
      ),
  ]
  function ask({ url, ...call }: ReturnType<typeof requestFor>) {
    return fetch(address + url, call)
  }
  for (const send of kinds) {
    let next = 0
    const senders = Array.from({ length: AT_ONCE }, async () => {
      // The service may close a connection before it has read everything.
      while (next < OF_EACH)
        await send(next++).then(
          answer => answer?.arrayBuffer(),
          () => {},
        )
    })
    await Promise.all(senders)
  }
  if (!(await fetch(`${address}/readyz`)).ok)
    throw new Error('The service is not ready after hostile requests.')
}

function formOf(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'picture.jpg')
  return form
}

/** Sends bytes that no client would send, until the service closes the connection or has nothing to say for a second. */
async function sendRaw(address: string, bytes: string): Promise<undefined> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket
    .on('error', () => {})
    .on('timeout', () => socket.destroy())
    .setTimeout(1_000)
  socket.resume().end(bytes)
  await once(socket, 'close')
}
