//! The workstation: model, messages, update, effects, panes, widgets.
