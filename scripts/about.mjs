// `npm run about`: how many packages are installed, how large they are, and under which licences.
// The bill of materials is `npm run sbom`.

import { readInstalledPackages } from './installed-packages.mjs'
import { installMissing, root } from './runtime.mjs'

const MEGABYTE = 1024 * 1024
const LARGEST = 5

installMissing('service')
const all = readInstalledPackages(root)
const toRun = all.filter(({ needed }) => needed === 'run')
const sum = packages => packages.reduce((total, { bytes }) => total + bytes, 0)
const megabytes = bytes => `${(bytes / MEGABYTE).toFixed(0)} MB`
const print = (name, packages) =>
  console.log(
    `${name.padEnd(12)}${String(packages.length).padStart(4)} packages, ${megabytes(sum(packages))}`,
  )

print('to run', toRun)
if (all.length > toRun.length) print('to develop', all)
else console.log('to develop  not installed')
console.log(`\nlargest to run:`)
for (const { name, bytes } of toRun.toSorted((a, b) => b.bytes - a.bytes).slice(0, LARGEST))
  console.log(`  ${name}: ${megabytes(bytes)}`)
const byLicence = Map.groupBy(toRun, ({ license }) => license)
console.log('\nlicences to run:')
for (const [license, packages] of [...byLicence].sort((a, b) => b[1].length - a[1].length))
  console.log(`  ${license}: ${packages.length}`)
