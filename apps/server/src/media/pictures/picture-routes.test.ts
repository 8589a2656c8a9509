import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { PICTURE_SIZES, type PictureSize, pictureFile } from '@refrain/contract/media/pictures'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { PictureDecoder } from './picture-decoder.ts'
import { DecoderUnavailableError } from './picture-error.ts'
import { derivativeName, originalName, pictureFilePath, sourceName } from './picture-path.ts'
import { describePictureSource } from './picture-source.ts'

onBothDatabases('pictures', openDatabase => {
  async function start(sizes: readonly PictureSize[] = PICTURE_SIZES) {
    const open = await openDatabase()
    const dataDir = temporaryFolder()
    for (const size of sizes) {
      const path = pictureFilePath(dataDir, 'k3f9.webp', size, 'webp')
      mkdirSync(dirname(path), { recursive: true })
      const background = { r: size % 256, g: 80, b: 120 }
      const picture = sharp({ create: { width: size, height: size, channels: 3, background } })
      writeFileSync(path, await picture.webp().toBuffer())
    }
    const put = seed(open.db)
    const artist = await put.artist('Ada', { profile_path: 'k3f9.webp' })
    const album = await put.album('First', artist, { profile_path: 'k3f9.webp' })
    const bare = await put.album('Bare', artist)
    const app = await startApp(open, { settings: { dataDir } })
    return { app, put, artist, album, bare, dataDir }
  }
  const widthOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).width

  it('serves the pictures of artists and albums in each size, immutable (MED-02, MED-03, MED-04, READ-61)', async () => {
    const { app, artist, album } = await start()
    for (const owner of [`artist_profile/${artist}`, `album_profile/${album}`]) {
      for (const size of PICTURE_SIZES) {
        const answer = await app.inject(`/profile_path/${owner}/k3f9-${size}.webp`)
        expect(answer.headers).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        expect(await widthOf(answer.rawPayload)).toBe(size)
      }
      const plain = await app.inject(`/profile_path/${owner}/k3f9.webp`)
      expect(await widthOf(plain.rawPayload)).toBe(1024)
    }
  })

  it('draws the cover of an album that has none, as it is called now', async () => {
    const { app, put, artist, bare } = await start()
    const draw = (id: string, headers = {}) =>
      app.inject({ url: `/profile_path/album_profile/${id}/title.jpg`, headers })
    const drawn = await draw(bare)
    expect(drawn.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await widthOf(drawn.rawPayload)).toBe(640)
    const etag = String(drawn.headers.etag)
    expect((await draw(bare, { 'if-none-match': etag })).statusCode).toBe(304)
    const namesake = await put.album('Bare again', artist)
    expect((await draw(namesake)).headers.etag).not.toBe(etag)
    expect((await draw('unknown')).statusCode).toBe(404)
    expect((await app.inject(`/profile_path/artist_profile/${artist}/title.jpg`)).statusCode).toBe(404)
  })

  it('serves every cover of an artist without a picture, whichever is shown', async () => {
    const { app, put, artist } = await start()
    const bare = await put.artist('Bo', { profile_path: 'shown.webp' })
    await put.album('Shown', bare, { profile_path: 'shown.webp' })
    await put.album('Shown before', bare, { profile_path: 'k3f9.webp' })
    const statusOf = async (owner: string, file: string) =>
      (await app.inject(`/profile_path/artist_profile/${owner}/${file}`)).statusCode
    expect(await statusOf(bare, 'k3f9-256.webp')).toBe(200)
    expect(await statusOf(bare, 'k3f9.webp')).toBe(200)
    expect(await statusOf(bare, 'unknown-256.webp')).toBe(404)
    expect(await statusOf(artist, 'other-256.webp')).toBe(404)
  })

  it('lets other sites show only the JPEG of emails and link previews', async () => {
    const { app, album } = await start()
    const policyOf = async (file: string) =>
      (await app.inject(`/profile_path/album_profile/${album}/${file}`)).headers[
        'cross-origin-resource-policy'
      ]
    expect(await policyOf('k3f9-640.jpg')).toBe('cross-origin')
    expect(await policyOf('k3f9-256.webp')).toBe('same-origin')
  })

  it('answers HEAD and 304', async () => {
    const { app, album } = await start()
    const url = `/profile_path/album_profile/${album}/k3f9-96.webp`
    const head = await app.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-1' } })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const again = await app.inject({ url, headers: { 'if-none-match': String(head.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([256, 1024] as const)(
    'serves the WebP of %i while it creates the AVIF, then the AVIF',
    async size => {
      const { app, album, dataDir } = await start()
      const url = `/profile_path/album_profile/${album}/k3f9-${size}.avif`
      const [first] = await Promise.all([1, 2, 3].map(() => app.inject(url)))
      expect([first?.headers['content-type'], first?.headers['cache-control']]).toEqual([
        'image/webp',
        'public, max-age=60',
      ])
      await vi.waitFor(
        () => expect(existsSync(pictureFilePath(dataDir, 'k3f9.webp', size, 'avif'))).toBe(true),
        10_000,
      )
      const later = await app.inject(url)
      expect(later.headers['content-type']).toBe('image/avif')
      expect(await widthOf(later.rawPayload)).toBe(size)
    },
  )

  /** A cover as the import leaves it: two sizes and the original, of which the others are made. */
  async function startWithOriginal(edge: number) {
    const started = await start([96, 256])
    const background = { r: 30, g: 80, b: 120 }
    const original = sharp({ create: { width: edge, height: edge + 40, channels: 3, background } })
    writeFileSync(join(started.dataDir, originalName('k3f9.webp')), await original.jpeg().toBuffer())
    return started
  }

  it('makes the other sizes of the original when they are requested, once, and never enlarged', async () => {
    const { app, album, dataDir } = await startWithOriginal(700)
    const spy = vi.spyOn(PictureDecoder.prototype, 'encodeDerivative')
    onTestFinished(() => spy.mockRestore())
    for (const [size, width] of [
      [512, 512],
      [1024, 700],
    ] as const) {
      const url = `/profile_path/album_profile/${album}/k3f9-${size}.webp`
      for (const answer of await Promise.all([1, 2, 3].map(() => app.inject(url)))) {
        expect(answer.headers).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
        })
        expect(await widthOf(answer.rawPayload)).toBe(width)
      }
      expect(existsSync(pictureFilePath(dataDir, 'k3f9.webp', size, 'webp'))).toBe(true)
    }
    expect(spy).toHaveBeenCalledTimes(2)
  })

  it('makes an AVIF of the original, and serves a WebP of its size meanwhile', async () => {
    const { app, album } = await startWithOriginal(700)
    const url = `/profile_path/album_profile/${album}/k3f9-512.avif`
    const first = await app.inject(url)
    expect([first.headers['content-type'], await widthOf(first.rawPayload)]).toEqual(['image/webp', 512])
    await vi.waitFor(
      async () => expect((await app.inject(url)).headers['content-type']).toBe('image/avif'),
      10_000,
    )
    expect(await widthOf((await app.inject(url)).rawPayload)).toBe(512)
  })

  it('serves another size for a minute while none can be made, and tries again', async () => {
    const { app, album } = await startWithOriginal(700)
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const spy = vi
      .spyOn(PictureDecoder.prototype, 'encodeDerivative')
      .mockRejectedValueOnce(new DecoderUnavailableError('it was killed'))
    onTestFinished(() => {
      said.mockRestore()
      spy.mockRestore()
    })
    const url = `/profile_path/album_profile/${album}/k3f9-512.webp`
    const first = await app.inject(url)
    expect([first.headers['cache-control'], await widthOf(first.rawPayload)]).toEqual([
      'public, max-age=60',
      256,
    ])
    expect(said).toHaveBeenCalledWith(
      expect.stringMatching(/k3f9-512\.webp could not be made: it was killed$/),
    )
    expect(await widthOf((await app.inject(url)).rawPayload)).toBe(512)
  })

  it('serves another size if one is missing and there is no original', async () => {
    const { app, album } = await start([96, 256])
    const larger = await app.inject(`/profile_path/album_profile/${album}/k3f9-1024.webp`)
    expect(await widthOf(larger.rawPayload)).toBe(256)
    const avif = await app.inject(`/profile_path/album_profile/${album}/k3f9-512.avif`)
    expect([avif.statusCode, avif.headers['content-type']]).toEqual([200, 'image/webp'])
  })

  it('makes other sizes of a cover where it was found, and serves another size once that is gone', async () => {
    const { app, put, artist, dataDir } = await start([])
    const create = { width: 700, height: 700, channels: 3, background: '#135' } as const
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const cover = await sharp({ create: { ...create, noise } })
      .jpeg()
      .toBuffer()
    const picture = `${shortId(cover)}.webp`
    const music = join(dataDir, '1.mp3')
    writeFileSync(music, cover)
    const small = await sharp(cover).resize(256).webp().toBuffer()
    await folderStorage(dataDir).write([
      { name: sourceName(picture), bytes: (await describePictureSource(cover, [music]))! },
      { name: derivativeName(picture, 256, 'webp'), bytes: small },
    ])
    const album = await put.album('Found', artist, { profile_path: picture })
    const ask = async (size: PictureSize) => {
      const { headers, rawPayload } = await app.inject(
        `/profile_path/album_profile/${album}/${pictureFile(picture, size, 'webp')}`,
      )
      return [await widthOf(rawPayload), String(headers['cache-control']).includes('immutable')]
    }
    expect(await ask(512)).toEqual([512, true])
    rmSync(music)
    expect(await ask(512)).toEqual([512, true])
    expect(await ask(1024)).toEqual([512, false])
  })

  it('answers 404 for every other name and owner', async () => {
    const { app, artist, album, bare } = await start()
    for (const address of [
      `album_profile/${bare}/k3f9.webp`,
      `album_profile/${bare}/`,
      `album_profile/${album}/k3f9-97.webp`,
      `album_profile/${album}/k3f9-96.png`,
      `album_profile/${album}/k3f9.avif`,
      `album_profile/${album}/..%2fk3f9.webp`,
      `album_profile/${album}/k3f9-96.webp%00`,
      `album_profile/${artist}/k3f9-96.webp`,
      `album_profile/%00/k3f9-96.webp`,
      `playlist_profile/${album}/k3f9-96.webp`,
      `user_profile/${album}/k3f9-96.webp`,
      `__proto__/${album}/k3f9-96.webp`,
    ]) {
      expect([address, (await app.inject(`/profile_path/${address}`)).statusCode]).toEqual([address, 404])
    }
  })
})
