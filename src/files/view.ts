/**
 * What a key can see: its workspace, or only one folder of it with everything beneath (docs/api/keys.md#folder-keys).
 * Every look-up takes one, so that neither another tenant's items nor those outside the folder can be had by forgetting
 * a condition.
 */
export interface View {
  readonly workspaceId: number
  /** null: the whole workspace. */
  readonly folderId: string | null
}
