import { archiveTexts } from '@refrain/messages/en/archive'
import { Download } from 'lucide-react'
import { downloadFile } from '../../ui/browser/download-file.ts'

/** At most this many are listed; the file has all. */
const MAX_LISTED = 100
/** Longer lists scroll. */
const VISIBLE_ROWS = 5

/** What the catalogue does not have of an archive. */
export function MissingList({ missing }: { readonly missing: readonly string[] }) {
  return (
    <section aria-labelledby="missing" className="w-full text-sm">
      <div className="flex items-center justify-between gap-4">
        <h3 id="missing" className="font-semibold">
          {archiveTexts.missing({ count: missing.length })}
        </h3>
        <button
          type="button"
          aria-label={archiveTexts.downloadList}
          title={archiveTexts.downloadList}
          className="icon-button"
          onClick={() => download(missing)}
        >
          <Download aria-hidden className="size-5" />
        </button>
      </div>
      <ol
        aria-labelledby="missing"
        // Must be focusable to be scrolled by keyboard.
        tabIndex={missing.length > VISIBLE_ROWS ? 0 : undefined}
        className="mt-1 max-h-36 overflow-y-auto overscroll-contain text-quiet"
      >
        {missing.slice(0, MAX_LISTED).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tracks may have the same names
          <li key={index} className="truncate py-0.5">
            <bdi>{name}</bdi>
          </li>
        ))}
        {missing.length > MAX_LISTED && (
          <li className="py-0.5">{archiveTexts.more({ count: missing.length - MAX_LISTED })}</li>
        )}
      </ol>
    </section>
  )
}

function download(missing: readonly string[]): void {
  downloadFile(new Blob([`${missing.join('\n')}\n`], { type: 'text/plain' }), `${archiveTexts.listName}.txt`)
}
