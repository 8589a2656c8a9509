import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import { startApp } from '../testing/start-app.ts'
import { writePages } from '../testing/write-pages.ts'

onBothDatabases('preload links', openDatabase => {
  it('name the first requests, and on Home the first picture', async () => {
    const open = await openDatabase()
    const put = seed(open.db)
    const ada = await put.artist('Ada', { profile_path: 'ada1.webp', followers: 2 })
    await put.artist('Bo', { profile_path: 'bo1.webp', followers: 1 })
    await put.album('First', ada, { profile_path: 'k3f9.webp' })
    const app = await startApp(open, { pagesDir: writePages() })
    const early = async (url: string) => {
      const { body } = await app.inject({ url, headers: { accept: 'text/html' } })
      return Array.from(body.matchAll(/<link rel="preload"[^>]*(?:href|imagesrcset)="([^" ]+)/g), m => m[1])
    }
    expect(await early('/')).toEqual([
      '/api/topPopularArtists',
      '/api/topPopularAlbums',
      `/profile_path/artist_profile/${ada}/ada1-96.avif`,
    ])
    expect(await early('/PopularAlbums')).toEqual(['/api/topPopularAlbums'])
    expect(await early('/albums')).toEqual([])
  })

  it('name no picture if there is none', async () => {
    const app = await startApp(await openDatabase(), { pagesDir: writePages() })
    const { body } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect(body).not.toContain('as="image"')
  })
})
