// `npm run about`: how many packages are installed, how large they are, and under which licences.
// The bill of materials is `npm run sbom`.

import { installMissing } from './installation/install.mjs'
import { readInstalledPackages } from './installation/installed-packages.mjs'
import { root } from './runtime.mjs'

const MEGABYTE = 1024 * 1024
const LARGEST = 5

await installMissing('run')
const all = readInstalledPackages(root)
const toRun = all.filter(({ needed }) => needed === 'run')
const toBuild = all.filter(({ needed }) => needed !== 'develop')
const sum = packages => packages.reduce((total, { bytes }) => total + bytes, 0)
const megabytes = bytes => `${(bytes / MEGABYTE).toFixed(0)} MB`
const print = (name, packages) =>
  console.log(
    `${name.padEnd(12)}${String(packages.length).padStart(4)} packages, ${megabytes(sum(packages))}`,
  )
const printIfMore = (name, packages, fewer) =>
  packages.length > fewer.length ? print(name, packages) : console.log(`${name.padEnd(12)}not installed`)

print('to run', toRun)
printIfMore('to build', toBuild, toRun)
printIfMore('to develop', all, toBuild)
console.log(`\nlargest to run:`)
for (const { name, bytes } of toRun.toSorted((a, b) => b.bytes - a.bytes).slice(0, LARGEST))
  console.log(`  ${name}: ${megabytes(bytes)}`)
// Those of packages that are built in are also in apps/server/dist/licences.txt.
const byLicence = Map.groupBy(toBuild, ({ license }) => license)
console.log('\nlicences to run and build:')
for (const [license, packages] of [...byLicence].sort((a, b) => b[1].length - a[1].length))
  console.log(`  ${license}: ${packages.length}`)
