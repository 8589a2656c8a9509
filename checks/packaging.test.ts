import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { listFiles, readFile, root } from './sources.ts'

const UNIT = 'packaging/refrain.service'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined
/** Tenths: 0 is a service that can do nothing, 10 one without any restriction. */
const MOST_EXPOSED = 30

const documented = new Set(
  Array.from(readFile('docs/operating.md').matchAll(/^\| `([A-Z][A-Z\d_]+)` \|/gm), match => match[1]),
)

it.skipIf(!hasSystemd)('restricts the system service, with an exposure of at most 3.0', () => {
  const args = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, '--no-pager', join(root, UNIT)]
  const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  expect(/Overall exposure level.*/.exec(stdout)?.[0]).toBeDefined()
  expect(status).toBe(0)
})

it('starts the system service again until what it needs is there, but not with a wrong setting', () => {
  const unit = readFile(UNIT)
  const program = readFile('apps/server/src/bin/run-program.ts')
  const [, status] = /^const WRONG_SETTING = (\d+)$/m.exec(program) ?? []
  expect(unit).toMatch(/^Restart=on-failure$/m)
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(unit).toMatch(new RegExp(`^RestartPreventExitStatus=${status}$`, 'm'))
})

it('has a Dockerfile without errors and warnings', () => {
  expect(validate(readFile('Dockerfile')).map(({ message }) => message)).toEqual([])
})

it('builds the image for any processor, and runs it without root', () => {
  const dockerfile = readFile('Dockerfile').replaceAll(/^#.*$/gm, '')
  expect(dockerfile).not.toMatch(/amd64|arm64|x64|--platform/)
  expect(dockerfile).toMatch(/^USER \d+:\d+$/m)
})

it('gives the container nothing but its data, its music and a port of this machine', () => {
  const { services, volumes } = parse(readFile('compose.yaml')) as {
    services: { refrain: object; postgres: object }
    volumes: Record<string, unknown>
  }
  expect(services.refrain).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    ports: [expect.stringMatching(/:-127\.0\.0\.1:/)],
    volumes: ['data:/data', expect.stringMatching(/:ro$/)],
  })
  expect(services.postgres).toMatchObject({ profiles: ['postgres'] })
  expect(services.postgres).not.toHaveProperty('ports')
  expect(Object.keys(volumes)).toEqual(['data', 'postgres', 'no-music'])
})

it('sets only documented settings in the container and the system service', () => {
  const text = (path: string) => readFile(path).replaceAll(/^\s*#.*$/gm, '')
  const named = [
    ...text('Dockerfile').matchAll(/(?<=^ENV .*)\b([A-Z_]+)=/gm),
    ...text(UNIT).matchAll(/^Environment=([A-Z_]+)=/gm),
    ...text('compose.yaml').matchAll(/^ {6}([A-Z\d_]+): /gm),
  ].map(match => match[1])
  const others = new Set(['PATH', 'POSTGRES_USER', 'POSTGRES_PASSWORD'])
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(name => !documented.has(name) && !others.has(name as string))).toEqual([])
})

it('installs the same folders in the container, the system service and the guide', () => {
  for (const path of ['Dockerfile', UNIT, 'docs/installing.md'])
    expect(readFile(path)).toContain('/opt/refrain')
  expect(readFile('docs/installing.md')).toContain('/var/lib/refrain')
})

it('names every file of the packaging in the guide', () => {
  const guide = readFile('docs/installing.md')
  const shipped = [...listFiles('packaging/*'), 'Dockerfile', 'compose.yaml']
  expect(shipped.filter(path => !guide.includes(path) && !path.endsWith('.mjs'))).toEqual([])
})

it('shows only metrics that the service has in the dashboard', () => {
  const shown = readFile('packaging/grafana-dashboard.json').match(/refrain_\w+/g) ?? []
  const known = new Set(readFile('apps/server/src/metrics/metrics.ts').match(/refrain_\w+/g))
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.filter(name => !known.has(name.replace(/_(bucket|count)$/, '')))).toEqual([])
})
