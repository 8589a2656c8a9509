import { PRODUCT_NAME } from '@refrain/contract/product'
import { forArtistsTexts } from '@refrain/messages/en/server/for-artists'
import { currentLanguage } from '@refrain/messages/language'
import type { PlainKey } from '@refrain/messages/texts'
import { escapeHtml } from '../http/responses/escape-html.ts'
import { escapeMarked, mark } from '../http/responses/escape-marked.ts'
import type { Preview } from '../pages/write-head.ts'

const NAME = escapeHtml(PRODUCT_NAME)

/** The page's link preview. */
export const forArtistsPreview = (path: string): Preview => ({
  title: forArtistsTexts.title,
  name: forArtistsTexts.title,
  description: forArtistsTexts.description({ product: PRODUCT_NAME }),
  path,
  type: 'website',
})

const FORMATS = [
  ...['MP3', 'FLAC', 'M4A (AAC, ALAC)', 'Ogg Vorbis', 'Opus', 'WAV', 'AIFF', 'WMA', "Monkey's Audio"],
  ...['WavPack', 'Musepack', 'TTA', 'DSD', 'Matroska and WebM'],
]

/** Keys of the names of tags, and of what they are for. */
const TAGS = [
  ['tagTitle', 'tagTitleUse'],
  ['tagAlbum', 'tagAlbumUse'],
  ['tagNumber', 'tagNumberUse'],
  ['tagDate', 'tagDateUse'],
  ['tagGenre', 'tagGenreUse'],
] as const

/** A folder is a tuple of name and content, a file its name. */
type Tree = readonly (string | readonly [folder: string, inside: Tree])[]

const RECORD: Tree = [
  [
    'The Oscillators',
    [
      'artist.jpg',
      ['Long Tone', ['cover.jpg', '01 On and On.flac', '01 On and On.lrc', '02 Standing Wave.flac']],
    ],
  ],
]

/** Options of the import, and keys of what they do. */
const COMMANDS = [
  ['', 'importAdds'],
  ['--watch', 'importWatches'],
  ['--forget', 'importForgets'],
] as const

/** Renders the page for artists and operators: HTML without scripts. */
export function renderForArtists(addresses: { head: string; style: string }): string {
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
${addresses.head}
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(addresses.style)}">
</head>
<body>
<header class="bar"><a class="brand" href="./"><img src="icon.svg" width="32" height="32" alt="">${NAME}</a></header>
<main>
<section class="hero" aria-labelledby="title">
<div>
<p class="eyebrow">${text('eyebrow')}</p>
<h1 id="title">${text('heading')}</h1>
<p class="lede">${escapeHtml(forArtistsTexts.introduction({ product: PRODUCT_NAME }))}</p>
<p class="acts"><a class="button" href="contact">${text('contact')}</a><a class="link" href="./">${escapeHtml(forArtistsTexts.open({ product: PRODUCT_NAME }))}</a></p>
</div>
<figure>
<figcaption>${text('record')}</figcaption>
${renderTree(RECORD)}
</figure>
</section>
<div class="cards">
<section aria-labelledby="files">
<h2 id="files">${text('files')}</h2>
<ul class="chips">${FORMATS.map(format => `<li class="chip">${escapeHtml(format)}</li>`).join('')}</ul>
<p>${text('filesText')}</p>
</section>
<section aria-labelledby="tags" class="tall">
<h2 id="tags">${text('tags')}</h2>
<dl>${TAGS.map(([tag, use]) => `<div><dt>${text(tag)}</dt><dd>${text(use)}</dd></div>`).join('')}</dl>
<p>${text('tagsText')}</p>
</section>
<section aria-labelledby="pictures">
<h2 id="pictures">${text('pictures')}</h2>
<p>${escapeMarked(forArtistsTexts.picturesText({ cover: mark('cover.jpg'), picture: mark('artist.jpg') }), 'code')}</p>
</section>
<section aria-labelledby="sound">
<h2 id="sound">${text('sound')}</h2>
<p>${escapeMarked(forArtistsTexts.soundText({ lyrics: mark('.lrc') }), 'code')}</p>
</section>
<section aria-labelledby="out">
<h2 id="out">${text('staysOut')}</h2>
<p>${text('staysOutText')}</p>
</section>
<section aria-labelledby="import" class="wide">
<h2 id="import">${text('runs')}</h2>
<div class="steps">
${COMMANDS.map(([option, does]) => `<div><pre><code>npm run import -- ~/Music <span>${option}</span></code></pre><p>${text(does)}</p></div>`).join('\n')}
</div>
</section>
</div>
</main>
</body>
</html>
`
}

const text = (key: PlainKey<typeof forArtistsTexts>) => escapeHtml(forArtistsTexts[key])

function renderTree(tree: Tree): string {
  const items = tree.map(one =>
    typeof one === 'string'
      ? `<li>${escapeHtml(one)}</li>`
      : `<li><b>${escapeHtml(one[0])}</b>${renderTree(one[1])}</li>`,
  )
  return `<ul class="tree">${items.join('')}</ul>`
}
