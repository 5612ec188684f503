// A section of CHANGELOG.md, from the titles of commits: `area: what was done`.

const TITLE = '# Changes\n'
/** What nobody notices who runs it. */
const innerAreas = new Set(['tests', 'e2e', 'bench', 'mutants', 'tools', 'tidy', 'lint', 'clients', 'shape'])

export interface Release {
  readonly version: string
  /** Such as `2026-11-29`. */
  readonly day: string
  /** Titles of the commits since the last release; undefined: there was none. */
  readonly titles: readonly string[] | undefined
}

/** The section, with areas in the order of the alphabet, and each area's changes in the order in which they were made. */
export function changelogSection({ version, day, titles }: Release): string {
  const head = `## ${version} (${day})\n\n`
  if (titles === undefined) return `${head}The first release. What it can do is in the README and in docs/progress.md.\n`
  const areas = new Map<string, string[]>()
  for (const title of titles) {
    const [, area = 'other', change = title] = /^([\w, -]+): (.+)$/.exec(title) ?? []
    if (!innerAreas.has(area)) areas.set(area, [...(areas.get(area) ?? []), change])
  }
  if (areas.size === 0) return `${head}Nothing that is seen from outside.\n`
  const parts = [...areas].toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  return head + parts.map(([area, changes]) => `- **${area}**: ${changes.join('. ')}.\n`).join('')
}

/** The file with the section at its top. Throws Error where the version has one already. */
export function withSection(changelog: string, release: Release): string {
  if (changelog.includes(`\n## ${release.version} (`)) throw new Error(`CHANGELOG.md has a section ${release.version} already`)
  const older = changelog.startsWith(TITLE) ? changelog.slice(TITLE.length) : `\n${changelog}`
  return `${TITLE}\n${changelogSection(release)}${older.trim() === '' ? '' : older}`
}
