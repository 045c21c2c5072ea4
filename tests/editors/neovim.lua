-- Opens a broken file with the language server, takes what it finds, its fix and its formatting, and prints each as a
-- line of JSON. Run by tests/editors/editors.py after what docs/use/editors.md says of Neovim; for Neovim 0.7, as Debian 12
-- has it.
local wait = 20000 -- milliseconds: far more than anything takes

local function say(what, value)
    io.stdout:write(vim.json.encode({ what, value }) .. "\n")
end

vim.cmd("edit broken.md5anim")
local buffer = vim.api.nvim_get_current_buf()

local function found(count)
    vim.wait(wait, function() return #vim.diagnostic.get(buffer) == count end, 5)
    local all = {}
    for _, one in ipairs(vim.diagnostic.get(buffer)) do
        table.insert(all, { one.lnum, one.col, one.end_col, one.severity, one.code, one.source })
    end
    return all
end

local client
local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, wait) or {}
    return answers[client] and answers[client].result
end

say("broken", found(3))
client = next(vim.lsp.buf_get_clients(buffer))
local encoding = vim.lsp.get_client_by_id(client).offset_encoding
say("encoding", encoding)
vim.api.nvim_win_set_cursor(0, { 11, 12 })
local position = vim.lsp.util.make_position_params(0, encoding)
say("hover", ask("textDocument/hover", position).contents.value)
local symbols = vim.lsp.util.symbols_to_items(ask("textDocument/documentSymbol", position), buffer)
say("symbols", #symbols)

local range = vim.lsp.util.make_given_range_params({ 1, 0 }, { vim.api.nvim_buf_line_count(buffer), 0 }, buffer, encoding)
range.context = { diagnostics = {} }
for _, action in ipairs(ask("textDocument/codeAction", range)) do
    if action.kind == "quickfix" then
        say("action", action.title)
        vim.lsp.util.apply_workspace_edit(action.edit, encoding)
        break
    end
end
say("fixed", found(2))
vim.api.nvim_buf_set_text(buffer, 10, 12, 10, 13, { "0" })
say("typed", found(1))
local edits = ask("textDocument/formatting", { textDocument = position.textDocument, options = { tabSize = 4, insertSpaces = false } })
vim.lsp.util.apply_text_edits(edits, buffer, encoding)
say("formatted", table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n")
vim.lsp.stop_client(client)
vim.wait(wait, function() return vim.lsp.client_is_stopped(client) end, 5)
say("stopped", vim.lsp.client_is_stopped(client))
