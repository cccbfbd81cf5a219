/**
 * What a key can see: its workspace, or only one folder of it with everything beneath (docs/api/keys.md#folder-keys).
 * Every look-up takes one, so that a forgotten condition can expose neither another tenant's items nor those outside
 * the folder.
 */
export interface View {
  readonly workspaceId: number
  /** null: the whole workspace. */
  readonly folderId: string | null
}
