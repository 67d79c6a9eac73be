-- Drives Neovim's own LSP client against the server, and writes what it saw as JSON. Works with Neovim 0.7 and later.
local seen, folder = {}, vim.env.STRATA_FOLDER

local function wait(what, condition)
  if not vim.wait(30000, condition, 10) then
    error('waited in vain for ' .. what)
  end
end

local function finish(result)
  local file = assert(io.open(vim.env.STRATA_RESULT, 'w'))
  file:write(vim.fn.json_encode(result))
  file:close()
  vim.cmd('qall!')
end

local function ask(buffer, method, params)
  local answers, failure = vim.lsp.buf_request_sync(buffer, method, params, 30000)
  assert(answers, failure)
  for _, answer in pairs(answers) do
    return answer.result, answer.error
  end
end

local function at(line, character)
  return {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line, character = character },
  }
end

local function text(path)
  local buffer = vim.fn.bufadd(folder .. '/' .. path)
  vim.fn.bufload(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

local function codes(buffer)
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, one.code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code))
  end
  return found
end

local function has(list, wanted)
  for _, one in ipairs(list) do
    if one == wanted then
      return true
    end
  end
  return false
end

local function with(params, more)
  return vim.tbl_extend('error', params, more)
end

local function name(uri)
  return uri:match('[^/]*$')
end

local function mapped(list, change)
  local all = {}
  for _, one in ipairs(list or {}) do
    table.insert(all, change(one))
  end
  return all
end

-- What Neovim and its plugins ask about a text, beside what is asked below. The cursor is in the slot.
local function asked(buffer, manifest)
  local text = { textDocument = { uri = vim.uri_from_bufnr(buffer) } }
  local whole = { start = { line = 0, character = 0 }, ['end'] = { line = 2, character = 0 } }
  local place = at(1, 9)
  local answers = {}
  answers.references = mapped(
    ask(buffer, 'textDocument/references', with(place, { context = { includeDeclaration = true } })),
    function(one)
      return name(one.uri) .. ':' .. one.range.start.line + 1
    end
  )
  answers.highlights = #ask(buffer, 'textDocument/documentHighlight', place)
  answers.symbols = mapped(ask(buffer, 'textDocument/documentSymbol', text), function(one)
    return one.name
  end)
  -- The first are estimates while the vocabulary is read; then the server says that it can be asked again.
  vim.wait(60000, function()
    answers.hints = mapped(ask(buffer, 'textDocument/inlayHint', with(text, { range = whole })), function(one)
      return type(one.label) == 'string' and one.label or one.label[1].value
    end)
    return not table.concat(answers.hints):find('…', 1, true)
  end, 50)
  answers.tokens = #ask(buffer, 'textDocument/semanticTokens/full', text).data / 5
  answers.selection = ask(buffer, 'textDocument/selectionRange', with(text, { positions = { place.position } }))[1].range
  -- A lens is run by the server: what it has to say is shown by the editor.
  local shown
  local show = vim.lsp.handlers['window/showMessage']
  vim.lsp.handlers['window/showMessage'] = function(_, result)
    shown = result.message
  end
  local lenses = ask(buffer, 'textDocument/codeLens', text)
  answers.lenses = mapped(lenses, function(one)
    return one.command.title
  end)
  ask(buffer, 'workspace/executeCommand', { command = lenses[1].command.command, arguments = lenses[1].command.arguments })
  wait('what the lens says', function()
    return shown ~= nil
  end)
  answers.shown = shown
  vim.lsp.handlers['window/showMessage'] = show
  answers.prepared = ask(buffer, 'textDocument/prepareRename', place).placeholder
  local declared = { textDocument = { uri = vim.uri_from_bufnr(manifest) } }
  answers.links = mapped(ask(manifest, 'textDocument/documentLink', declared), function(one)
    return name((one.target and one or ask(manifest, 'documentLink/resolve', one)).target)
  end)
  local moved = ask(manifest, 'workspace/willRenameFiles', {
    files = { { oldUri = text.textDocument.uri, newUri = text.textDocument.uri:gsub('chat', 'talk') } },
  })
  local edits = moved.changes and moved.changes[declared.textDocument.uri] or moved.documentChanges[1].edits
  answers.moved = edits[1].newText
  -- A finding brings its own fixes.
  vim.api.nvim_buf_set_lines(buffer, 1, 2, false, { '😀 Read {pag}.' })
  wait('the finding of another slot', function()
    return has(codes(buffer), 'slot.unknown')
  end)
  local fixes = ask(buffer, 'textDocument/codeAction', with(text, {
    range = { start = { line = 1, character = 9 }, ['end'] = { line = 1, character = 9 } },
    context = { diagnostics = {}, only = { 'quickfix' } },
  }))
  answers.fix = fixes[1].title
  local fix = fixes[1].edit and fixes[1] or ask(buffer, 'codeAction/resolve', fixes[1])
  vim.lsp.util.apply_workspace_edit(fix.edit, 'utf-16')
  answers.fixed = vim.api.nvim_buf_get_lines(buffer, 1, 2, false)[1]
  return answers
end

local function session()
  seen.version = vim.version().major .. '.' .. vim.version().minor
  local uri = vim.uri_from_fname(folder)
  local client = vim.lsp.start_client({
    name = 'strata',
    cmd = { vim.env.STRATA_NODE, vim.env.STRATA_SERVER, '--stdio' },
    root_dir = folder,
    -- Else a request is sent before the changes that were made just before it.
    flags = { debounce_text_changes = 0 },
    workspace_folders = { { uri = uri, name = 'w' }, { uri = vim.uri_from_fname(vim.env.STRATA_OTHER), name = 'other' } },
  })
  assert(client, 'the server did not start')
  vim.cmd('edit ' .. folder .. '/chat.prompt')
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client)

  -- Diagnostics appear, follow the unsaved text, and go.
  wait('the finding', function()
    return has(codes(buffer), 'slot.unknown')
  end)
  seen.first = codes(buffer)
  vim.api.nvim_buf_set_lines(buffer, 1, 2, false, { '😀 Read {page}.' })
  wait('the finding to go', function()
    return not has(codes(buffer), 'slot.unknown')
  end)

  seen.hover = ask(buffer, 'textDocument/hover', at(1, 9)).contents.value

  vim.api.nvim_buf_set_lines(buffer, 2, 2, false, { 'And {' })
  local list = ask(buffer, 'textDocument/completion', at(2, 5))
  seen.completion = {}
  for _, item in ipairs(list.items or list) do
    table.insert(seen.completion, item.label)
  end
  vim.api.nvim_buf_set_lines(buffer, 2, 3, false, {})

  local definition = ask(buffer, 'textDocument/definition', at(1, 9))
  local first = definition[1] or definition
  seen.definition = (first.targetUri or first.uri):match('[^/]*$')

  -- A rename changes both open texts. (What Neovim changes without attaching the server is unknown to the server.)
  local manifest = vim.fn.bufadd(folder .. '/strata.yaml')
  vim.fn.bufload(manifest)
  vim.lsp.buf_attach_client(manifest, client)
  seen.asked = asked(buffer, manifest)
  local params = at(1, 9)
  params.newName = 'sheet'
  local edit = ask(buffer, 'textDocument/rename', params)
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  seen.renamed = { template = text('chat.prompt'), manifest = text('strata.yaml') }
  params.newName = 'two words'
  local _, refused = ask(buffer, 'textDocument/rename', params)
  seen.refused = refused and refused.message

  -- A refactoring is worked out when it is chosen.
  local range = { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 9 } }
  local actions = ask(buffer, 'textDocument/codeAction', {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = range,
    context = { diagnostics = {}, only = { 'refactor.extract' } },
  })
  local action = actions[1]
  if not action.edit then
    action = ask(buffer, 'codeAction/resolve', action)
  end
  vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
  seen.extracted = text('chat.prompt')

  -- The manifest gets one form, and the second folder is read as well.
  local options = { tabSize = 2, insertSpaces = true }
  local edits = ask(manifest, 'textDocument/formatting', { textDocument = { uri = vim.uri_from_bufnr(manifest) }, options = options })
  vim.lsp.util.apply_text_edits(edits, manifest, 'utf-16')
  seen.formatted = text('strata.yaml')
  local symbols = ask(manifest, 'workspace/symbol', { query = 'elsewhere' })
  seen.symbol = symbols[1] and symbols[1].name
end

local fine, problem = pcall(session)
if not fine then
  seen.problem = tostring(problem)
end
finish(seen)
